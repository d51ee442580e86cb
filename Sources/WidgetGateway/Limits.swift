import NIOHTTP2
