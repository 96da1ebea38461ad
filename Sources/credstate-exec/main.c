/* Starts one hook: prepares the process, waits for the go byte, then executes the hook.
 *
 * Usage: credstate-exec PARENT UMASK DIRECTORY CGROUP-PROCS PROGRAM ARGUMENT-0 [ARGUMENT...]
 *
 * PARENT is the pid that must still be the parent; UMASK is octal; CGROUP-PROCS is the cgroup.procs
 * file to enter, or "-". The environment is the hook's as it is. Descriptors: 0, 1, 2 are the hook's;
 * 3 is read for the go byte; 4 takes the report:
 *
 *   R              prepared, waiting for the go byte
 *   E STEP ERRNO   (text) this step failed; the hook was not run
 *
 * After R, the end of the report without an E means that the hook runs. The end of 3 without a byte
 * means that nobody wants the hook any more. Exit status when the hook is not run: 124 no go byte,
 * 126 a step failed; the runner goes by the report, since a hook may exit with any status. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { GO = 3, REPORT = 4 };
enum { NO_GO = 124, STEP_FAILED = 126 };

static void report(const char *text, size_t length) {
  while (write(REPORT, text, length) < 0 && errno == EINTR) {
  }
}

static _Noreturn void fail(const char *step) {
  char line[80];
  int length = snprintf(line, sizeof line, "E %s %d\n", step, errno);
  report(line, (size_t)length);
  _exit(STEP_FAILED);
}

/* The hook must not outlive the runner: a new runner could not tell what it did. */
static void tie_to_parent(const char *parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) fail("prctl");
  if (getppid() != (pid_t)strtol(parent, NULL, 10)) _exit(NO_GO);
}

static void enter_group(const char *path) {
  if (strcmp(path, "-") == 0) return;
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) fail("cgroup");
  /* "0" is the writing process itself, whatever pid namespace it is in (cgroups(7)). */
  if (write(file, "0", 1) != 1) fail("cgroup");
  close(file);
}

static void set_limits(const char *mask, const char *directory) {
  const struct rlimit none = {0, 0};
  umask((mode_t)strtol(mask, NULL, 8));
  if (setrlimit(RLIMIT_CORE, &none) < 0) fail("setrlimit");
  if (chdir(directory) < 0) fail("chdir");
}

static void reset_signals(void) {
  sigset_t none;
  /* posix_spawn(3) leaves glibc's own signals 32 and 33 ignored, and signal(2) refuses to touch
   * them; the kernel's structure is all zero for the default. */
  static const unsigned long standard[8];
  for (int number = 1; number < NSIG; number++)
    syscall(SYS_rt_sigaction, number, standard, NULL, NSIG / 8);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void wait_for_go(void) {
  char byte;
  ssize_t count;
  do count = read(GO, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count != 1) _exit(NO_GO);
}

static void keep_standard_descriptors(void) {
  if (fcntl(REPORT, F_SETFD, FD_CLOEXEC) < 0) _exit(STEP_FAILED);
  close(GO);
  closefrom(REPORT + 1);
}

int main(int count, char **arguments) {
  if (count < 7) {
    static const char usage[] =
      "usage: credstate-exec PARENT UMASK DIRECTORY CGROUP-PROCS PROGRAM ARGUMENT-0...\n"
      "credstate-hookd runs this program; it is of no use by hand\n";
    while (write(2, usage, sizeof usage - 1) < 0 && errno == EINTR) {
    }
    return 2;
  }
  tie_to_parent(arguments[1]);
  enter_group(arguments[4]);
  set_limits(arguments[2], arguments[3]);
  reset_signals();
  report("R", 1);
  wait_for_go();
  keep_standard_descriptors();
  execve(arguments[5], arguments + 6, environ);
  fail("execve");
}
