/* Linux-only calls that Swift's Glibc module lacks.
 *
 * No _GNU_SOURCE here: it changes types such as fd_set under Swift's own Glibc module. What needs it
 * is declared here by hand and called in clinux.c. */
#pragma once
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/* Names the calling thread; prctl(2) is variadic. */
int clinux_set_thread_name(const char *name);

/* prctl(PR_SET_CHILD_SUBREAPER): orphaned descendants become children of this process. */
int clinux_become_subreaper(void);

/* prctl(PR_SET_DUMPABLE, 0): no core file, no ptrace(2) by the same user. */
int clinux_forbid_dumping(void);

/* pipe2(2) with O_CLOEXEC. */
int clinux_pipe(int ends[2]);

/* accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK. */
int clinux_accept(int listener);

/* Peer of a connected Unix socket (SO_PEERCRED, unix(7)). */
int clinux_peer(int socket, pid_t *pid, uid_t *uid, gid_t *gid);

/* memfd_create(2) with MFD_CLOEXEC. */
int clinux_memory_file(const char *name);

/* The same with MFD_ALLOW_SEALING, and the end of all changes to such a file (F_ADD_SEALS, fcntl(2)). */
int clinux_sealable_file(const char *name);
int clinux_seal(int file);

/* openat(2) with O_PATH | O_NOFOLLOW | O_CLOEXEC. */
int clinux_open_path(int directory, const char *name);

/* timerfd_settime(2) for the end of wall time with TFD_TIMER_CANCEL_ON_SET. */
int clinux_arm_step_timer(int timer);

/* What a child gets; see posix_spawn(3). */
struct clinux_spawn {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *directory; /* NULL: that of the parent */
  const int *descriptors; /* become 0, 1, 2, ... of the child; all others are closed */
  int descriptor_count;
};

/* Spawns in a session of its own, with an empty signal mask and default dispositions. Returns 0 or
 * an errno. */
int clinux_spawn(const struct clinux_spawn *request, pid_t *pid);

/* The fields of what waitid(2) filled in, which are macros over a union. */
int clinux_child_exited(const siginfo_t *info);
int clinux_child_status(const siginfo_t *info);

/* Hands every job of Swift's global executor to `handler` from now on, on whatever thread makes it. */
typedef void (*clinux_job_handler)(void *job);
void clinux_take_global_jobs(clinux_job_handler handler);

/* Runs such a job, once, on the calling thread. */
void clinux_run_global_job(void *job);
