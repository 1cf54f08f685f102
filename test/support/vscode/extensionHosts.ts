import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { UiServer } from './uiEnvironment';

/** Kills the extension hosts of all windows of a server. Requires the program `ps`. */
export async function killExtensionHosts({ pid }: UiServer): Promise<void> {
	const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
	const hosts = stdout.split('\n').flatMap((line) => {
		const [own, parent, ...words] = line.trim().split(/\s+/);
		return Number(parent) === pid && words.includes('--type=extensionHost') ? [Number(own)] : [];
	});
	if (hosts.length === 0) throw new Error(`The server ${pid} has no extension host.`);
	for (const host of hosts) process.kill(host, 'SIGKILL');
}
