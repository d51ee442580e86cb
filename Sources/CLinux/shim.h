// What Linux has and Swift's Glibc module leaves out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include "audio.h"
#include "inotify.h"
#include "process.h"
#include "terminal.h"
#include "session.h"
#include "signals.h"
