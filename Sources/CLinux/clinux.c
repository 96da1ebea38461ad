#define _GNU_SOURCE
#include "clinux.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_set_thread_name(const char *name) {
  return prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}

int clinux_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL); }

int clinux_forbid_dumping(void) { return prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL); }

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int clinux_sealable_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int clinux_seal(int file) {
  return fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int clinux_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer(int socket, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_open_path(int directory, const char *name) {
  return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int clinux_arm_step_timer(int timer) {
  struct itimerspec never = {.it_value = {.tv_sec = (time_t)(INT64_MAX / 1000000000)}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int clinux_child_exited(const siginfo_t *info) { return info->si_code == CLD_EXITED; }

int clinux_child_status(const siginfo_t *info) { return info->si_status; }

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
  if (!error)
    error = posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return error;
}

/* `lifted` holds copies that lie above every target, so that no dup2 overwrites a later source. */
static int set_actions(
  posix_spawn_file_actions_t *actions, const struct clinux_spawn *request, const int *lifted) {
  int error = 0;
  for (int i = 0; i < request->descriptor_count && !error; i++)
    error = posix_spawn_file_actions_adddup2(actions, lifted[i], i);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, request->descriptor_count);
  if (!error && request->directory)
    error = posix_spawn_file_actions_addchdir_np(actions, request->directory);
  return error;
}

static int spawn_with(const struct clinux_spawn *request, const int *lifted, pid_t *pid) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error) return error;
  error = posix_spawn_file_actions_init(&actions);
  if (!error) {
    error = set_attributes(&attributes);
    if (!error) error = set_actions(&actions, request, lifted);
    if (!error)
      error = posix_spawn(
        pid, request->path, &actions, &attributes, request->arguments, request->environment);
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_destroy(&attributes);
  return error;
}

int clinux_spawn(const struct clinux_spawn *request, pid_t *pid) {
  enum { MOST = 16 };
  int lifted[MOST];
  int count = 0, error = 0;
  if (request->descriptor_count < 0 || request->descriptor_count > MOST) return EINVAL;
  while (count < request->descriptor_count) {
    int copy = fcntl(request->descriptors[count], F_DUPFD_CLOEXEC, MOST);
    if (copy < 0) {
      error = errno;
      break;
    }
    lifted[count++] = copy;
  }
  if (!error) error = spawn_with(request, lifted, pid);
  while (count > 0) close(lifted[--count]);
  return error;
}
