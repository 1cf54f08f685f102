import type { MessagePort } from 'node:worker_threads';

export interface BeatenFile {
	readonly token: string;
	readonly path: string;
	readonly successor: string;
	readonly before: string;
	readonly after: string;
}

export interface BeatStart {
	readonly beatMs: number;
	readonly silentBeats: number;
	/** Shared memory that the owner's thread changes while it is responsive. */
	readonly sign: Int32Array;
	readonly digits: number;
}

export type BeatOrder =
	| { readonly kind: 'begin'; readonly file: BeatenFile }
	| { readonly kind: 'end'; readonly token: string };

export interface BeatReport {
	readonly kind: 'lost' | 'ended';
	readonly token: string;
}

/**
 * Only the parameters can be used, because the thread receives the function's source text. File operations are
 * synchronous, because asynchronous operations depend on the thread pool of Node.js, which may be busy.
 */
export function beatInFiles(
	fs: Pick<typeof import('node:fs'), 'closeSync' | 'existsSync' | 'openSync' | 'readFileSync' | 'writeSync'>,
	port: Pick<MessagePort, 'on' | 'postMessage'>,
	{ beatMs, silentBeats, sign, digits }: BeatStart,
): void {
	const files = new Map<string, BeatenFile>();
	let [beats, silent, lastSign] = [0, 0, Atomics.load(sign, 0)];

	const tell = (report: BeatReport) => port.postMessage(report);

	const beat = ({ path, successor, before, after }: BeatenFile): boolean => {
		if (fs.existsSync(successor)) {
			return false;
		}
		const handle = fs.openSync(path, 'r+');
		try {
			// The path may refer to another file by now, but the open handle still refers to the same file.
			const isOwn = fs.readFileSync(handle, 'utf8').startsWith(before);
			if (isOwn) {
				fs.writeSync(handle, before + String(beats).padStart(digits, '0') + after, 0);
			}
			return isOwn;
		} finally {
			fs.closeSync(handle);
		}
	};

	const isOwnStill = (file: BeatenFile): boolean => {
		try {
			return beat(file);
		} catch (error) {
			// A failed write, for example on a disconnected drive, counts as a missed heartbeat.
			return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
		}
	};

	port.on('message', (order: BeatOrder) => {
		if (order.kind === 'begin') {
			files.set(order.file.token, order.file);
		} else {
			files.delete(order.token);
			tell({ kind: 'ended', token: order.token });
		}
	});
	setInterval(() => {
		beats++;
		const given = Atomics.load(sign, 0);
		silent = given === lastSign ? silent + 1 : 0;
		lastSign = given;
		if (silent >= silentBeats) {
			return;
		}
		for (const file of files.values()) {
			if (!isOwnStill(file)) {
				files.delete(file.token);
				tell({ kind: 'lost', token: file.token });
			}
		}
	}, beatMs);
}
