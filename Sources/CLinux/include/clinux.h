/* Linux-only calls that Swift's Glibc module lacks.
 *
 * No _GNU_SOURCE here: it changes types such as fd_set under Swift's own Glibc module. What needs it
 * is declared here by hand and called in clinux.c. */
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* Names the calling thread; prctl(2) is variadic. */
int clinux_set_thread_name(const char *name);
