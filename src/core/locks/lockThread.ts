import type { MessagePort } from 'node:worker_threads';
import type { LockTiming } from './ownerWatch';

export interface BeatenFile {
	readonly token: string;
	readonly path: string;
	readonly successor: string;
}

export type BeatOrder =
	| { readonly kind: 'begin'; readonly file: BeatenFile }
	/** The thread closes `confirmation` when it no longer accesses the file. */
	| { readonly kind: 'end'; readonly token: string; readonly confirmation: MessagePort }
	/** Sent at each heartbeat if the owner's thread is responsive. */
	| { readonly kind: 'responsive' };

/**
 * Writes the heartbeats and reports the token of each lost file. The code uses nothing but its parameters, because the
 * thread gets the source text of this function. The file operations are synchronous, because asynchronous operations
 * would have to wait if the thread pool of Node.js is busy.
 */
export function beatInFiles(
	fs: Pick<typeof import('node:fs'), 'closeSync' | 'existsSync' | 'openSync' | 'readFileSync' | 'writeSync'>,
	port: Pick<MessagePort, 'on' | 'postMessage'>,
	{ beatMs, silentBeats }: Pick<LockTiming, 'beatMs' | 'silentBeats'>,
): void {
	const files = new Map<string, BeatenFile>();
	let silent = 0;

	const beat = ({ token, path, successor }: BeatenFile): boolean => {
		if (fs.existsSync(successor)) {
			return false;
		}
		const handle = fs.openSync(path, 'r+');
		try {
			// The path may refer to another file by now, but the open handle still refers to the original file.
			const text = fs.readFileSync(handle, 'utf8');
			const start = text.lastIndexOf(':"') + 2;
			const counter = text.slice(start, text.lastIndexOf('"'));
			const isOwn = text.includes(token) && /^\d+$/.test(counter);
			if (isOwn) {
				fs.writeSync(handle, String(Number(counter) + 1).padStart(counter.length, '0'), start);
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
		silent = 0;
		if (order.kind === 'begin') {
			files.set(order.file.token, order.file);
		} else if (order.kind === 'end') {
			files.delete(order.token);
			order.confirmation.close();
		}
	});
	setInterval(() => {
		silent++;
		if (silent > silentBeats) {
			return;
		}
		for (const file of files.values()) {
			if (!isOwnStill(file)) {
				files.delete(file.token);
				port.postMessage(file.token);
			}
		}
	}, beatMs);
}
