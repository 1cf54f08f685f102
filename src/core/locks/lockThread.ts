import type { MessagePort } from 'node:worker_threads';

/** The file of a lock, as the thread that beats in it has to know it. */
export interface BeatenFile {
	/** Of the owner; names the file in what is said about it. */
	readonly token: string;
	readonly path: string;
	/** Whoever takes over makes this file. */
	readonly successor: string;
	/** What the file begins with, up to the count of its beats, and what follows that. */
	readonly before: string;
	readonly after: string;
}

export interface BeatStart {
	readonly beatMs: number;
	/** Beats after which an owner that gives no sign of life counts as dead. */
	readonly silentBeats: number;
	/** Changed by the owner's own thread for as long as it comes to do so. */
	readonly sign: Int32Array;
	/** Of the count in a file. */
	readonly digits: number;
}

export type BeatOrder =
	| { readonly kind: 'begin'; readonly file: BeatenFile }
	| { readonly kind: 'end'; readonly token: string };

/** `ended`: the file is not touched any more. */
export interface BeatReport {
	readonly kind: 'lost' | 'ended';
	readonly token: string;
}

/**
 * Beats in files from a thread of its own, which gets this function as text: it can use what it is given and nothing else of
 * this or any other module. All it does is synchronous, since what waits for the threads that Node does its file work in
 * waits for everybody else's.
 */
export function beatInFiles(
	fs: Pick<typeof import('node:fs'), 'closeSync' | 'existsSync' | 'openSync' | 'readFileSync' | 'writeSync'>,
	port: Pick<MessagePort, 'on' | 'postMessage'>,
	{ beatMs, silentBeats, sign, digits }: BeatStart,
): void {
	const files = new Map<string, BeatenFile>();
	let [beats, silent, lastSign] = [0, 0, Atomics.load(sign, 0)];

	const tell = (report: BeatReport) => port.postMessage(report);

	/** False when the file is its owner's no more. */
	const beat = ({ path, successor, before, after }: BeatenFile): boolean => {
		if (fs.existsSync(successor)) {
			return false;
		}
		const handle = fs.openSync(path, 'r+');
		try {
			// The file behind a name may be another one by now, the file behind a handle may not.
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
			// A beat that cannot be written, as when a drive is away, is one that others miss.
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
