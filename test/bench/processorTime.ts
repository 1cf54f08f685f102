import { readFileSync } from 'node:fs';
import type { TestDatabase } from '../support/databases/databases';

/** Milliseconds per clock tick, the unit of processor time in `/proc`. */
const tick = 10;

/** Duration and processor times in milliseconds. */
export interface Spent {
	readonly wall: number;
	/** This process and the processes that it started and that have ended. */
	readonly client: number;
	readonly server: number;
}

export async function spentOn(database: TestDatabase, work: () => Promise<unknown> | unknown): Promise<Spent> {
	const [started, client, server] = [performance.now(), spentByClient(), spentByServer(database)];
	await work();
	return {
		wall: performance.now() - started,
		client: spentByClient() - client,
		server: spentByServer(database) - server,
	};
}

function spentByClient(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000 + processorTime('self', ofChildren);
}

function spentByServer({ pid }: TestDatabase): number {
	return processorTime(pid, ofProcess);
}

/** Places of user and system time among the fields of `/proc/PID/stat` that follow the name of the program. */
const ofProcess = [11, 12];
const ofChildren = [13, 14];

function processorTime(pid: number | 'self', places: readonly number[]): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program can contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return places.reduce((sum, place) => sum + Number(fields[place]), 0) * tick;
}
