/** Why a job is not started again whose runs have ended their process so often in a row. */
export const reasonAfter = (crashes: number) =>
  `The server's process died or froze ${crashes} times in a row while the job of this connection ran, so the job was not started again. ` +
  "It is tried once more in about an hour, or when a sync is requested. Look for the cause in the log of the server and of its machine, " +
  "such as too little memory; if you cannot remove it, pause the connection, because a process that dies interrupts other jobs too."
