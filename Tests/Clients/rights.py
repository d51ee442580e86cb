"""The comments of the .proto files say the right of each method as the daemon has it: `read` for List and Get; `manage` for the rest."""

import glob
import re

import widgetd


def check(root):
    with widgetd.connect() as client:
        answer = client.Daemon.Describe()
    said = {}
    for path in glob.glob(f"{root}/proto/widgetd/v1/*.proto"):
        with open(path) as file:
            for comment, service in re.findall(r"^// Rights: ((?:.*\n//)*.*)\nservice (\w+)", file.read(), re.M):
                said[f"widgetd.v1.{service}"] = comment.replace("\n//", "")
    for service in answer.services:
        rights = dict(of_comment(said.get(service.name, "")))
        for method in service.methods:
            right = answer.Right.Name(method.right).lower()
            found = rights.get(method.name, rights.get("rest"))
            if found != right:
                raise AssertionError(f"{service.name}.{method.name} needs the right to {right}; the comment of the .proto file says {found}")


def of_comment(text):
    for right, names in re.findall(r"`(read|act|manage)` for ([^;.`]*)", text):
        for name in re.findall(r"\b(?:[A-Z]\w+|rest)\b", names):
            yield name, right
