const fileOf = (bugType: string, body: object) =>
	`${JSON.stringify({ bug_type: bugType, os_version: 'iPhone OS 18.1 (22B83)', incident_id: '5A0C' })}\n${JSON.stringify(body, undefined, 2)}\n`;

export interface JetsamProcess {
	readonly name: string;
	readonly pages: number;
	readonly reason?: string;
	readonly state?: string;
}

export function jetsam(processes: readonly JetsamProcess[], pageSize = 16_384): string {
	return fileOf('298', {
		build: 'iPhone OS 18.1 (22B83)',
		product: 'iPhone14,2',
		memoryStatus: { compressorSize: 38_319, pageSize, memoryPages: { active: 52_000, free: 1200 } },
		largestProcess: 'Shop',
		processes: processes.map(({ name, pages, reason, state = 'daemon' }, index) => ({
			uuid: '7db87ed2-1ab1-356a-93e5-a0c946152068',
			states: [state],
			...(reason === undefined ? {} : { killDelta: 1359, reason }),
			purgeable: 0,
			rpages: pages,
			pid: 100 + index,
			name,
		})),
	});
}

const panicString = (task: string) =>
	`panic(cpu 2 caller 0xfffffff02a1b2c3d): userspace watchdog timeout: no successful checkins from ${task}\nDebugger message: panic\nPanicked task 0xfffffe1b2c3d4e5f: 5123 pages, 4 threads: pid 34: ${task}\nPanicked thread: 0xfffffe1b2c3d, backtrace: 0xfffffe1b, tid: 1234`;

export function stackshot(seed: number, frontmost: readonly number[], offset = 4130): string {
	const thread = (frames: readonly (readonly number[])[], label?: string) => ({
		id: 500,
		state: ['TH_WAIT', 'TH_UNINT'],
		...(label === undefined ? {} : { dispatch_queue_label: label }),
		kernelFrames: [[3, 1234]],
		userFrames: frames,
	});
	return fileOf('288', {
		build: 'iPhone OS 18.1 (22B83)',
		reason: 'hang detected',
		frontmostPids: frontmost,
		binaryImages: [
			['00000000-1AB1-356A-93E5-A0C946152060', 4_345_233_408, 'P'],
			['10000000-1AB1-356A-93E5-A0C946152061', 6_442_450_944, 'S'],
			['20000000-1AB1-356A-93E5-A0C946152062', 4_546_233_408, 'P'],
			['30000000-1AB1-356A-93E5-A0C946152063', 9_446_744_073, 'K'],
		],
		processByPid: {
			34: { pid: 34, procname: 'backboardd', threadById: { 1: thread([[2, 8]]) } },
			77: {
				pid: 77,
				procname: `Shop${seed}`,
				threadById: {
					11: thread(
						[
							[1, 90],
							[2, offset],
							[0, 20 + offset],
							[1, 70],
						],
						'com.apple.main-thread',
					),
					12: thread([[1, 40]]),
				},
			},
		},
	});
}

export function kernelPanic(task: string): string {
	return fileOf('210', { build: 'iPhone OS 18.1 (22B83)', product: 'iPhone14,2', panicString: panicString(task) });
}

export const deviceReports: readonly string[] = [
	jetsam([{ name: 'Shop', pages: 92_802, reason: 'per-process-limit' }]),
	kernelPanic('backboardd'),
	stackshot(1, [77]),
];
