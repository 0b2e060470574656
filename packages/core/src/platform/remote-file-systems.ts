import { statfs } from 'node:fs/promises';

/**
 * Numbers by which Linux names file systems that other computers or programs change: its kernel then reports only the
 * changes of this computer. From the kernel's `magic.h` and the list of coreutils.
 */
const REMOTE: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x65735546, // FUSE, such as sshfs, rclone, mergerfs and virtiofs
  0x01021997, // 9P, of virtual machines and WSL
  0x00c36400, // Ceph
  0x5346414f, // AFS
  0x6b414653, // kAFS
  0x73757245, // Coda
  0x564c, // NCP
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
  0x01161970, // GFS2
  0x7461636f, // OCFS2
  0x19830326, // BeeGFS
  0x20030528, // OrangeFS
  0xaad7aaea, // PanFS
  0x61636673, // ACFS
  0x013111a8, // IBRIX
  0xbeefdead, // SNFS
  0xa501fcf5, // VxFS
  0x786f4256, // VirtualBox
  0xbacbacbc, // VMware
  0x7c7c6673, // Parallels
]);

/** True if others may change the files of the folder without this computer noticing. */
export async function isRemote(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return folder.startsWith('\\\\');
  if (process.platform !== 'linux') return false;
  const { type } = await statfs(folder);
  return isRemoteType(type);
}

/** The same, of the number of a file system. */
export function isRemoteType(type: number): boolean {
  return REMOTE.has(type >>> 0);
}
