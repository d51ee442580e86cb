// What Linux has and Swift's Glibc module leaves out.
#include <sys/timerfd.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
