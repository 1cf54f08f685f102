import type { CooperativeTask } from '../common/cooperativeTask';
import { byteOrderMark } from '../files/byteOrderMark';
import type { RecordSource } from './recordSource';
import { WorkSpace } from './workSpace';

/** Initial buffer size in bytes. For a small file, allocating more would take longer than reading the file. */
const firstRoom = 32 * 1024;

/** Number of chunks that fit into the buffer. It is greater than one, so that incomplete records are rarely moved. */
const chunksOfRoom = 3;
const maxRoomAhead = 3 * 1024 * 1024;

interface FeedOptions {
	readonly longest: number;
	/** Minimum number of bytes to buffer before a scan, so that tiny chunks don't cause frequent scans. */
	readonly least?: number;
	readonly start?: number;
	/** Called when the source has found records or new names. Returns false to stop the feed. */
	readonly onFound: (offset: number) => boolean | CooperativeTask<boolean>;
}

/** Passes text that arrives in chunks from disk or from the network to a record source. */
export class RecordFeed {
	/** True after a record that was too long. The feed stops unless the source can discard the start of the record. */
	neverEnds = false;
	bytes = 0;
	private readonly work: WorkSpace;
	private used = 0;
	private offset: number;
	/**
	 * Minimum number of unprocessed bytes that starts the next scan, so that a long record isn't scanned again and again.
	 */
	private enough: number;
	private stopped = false;

	constructor(
		private readonly source: RecordSource,
		private readonly options: FeedOptions,
	) {
		this.work = new WorkSpace(source.found.instance, firstRoom);
		this.offset = options.start ?? 0;
		this.enough = this.least;
	}

	/** Processes a chunk. After the first step, the caller can reuse the memory of the chunk. */
	*push(chunk: Uint8Array): CooperativeTask<void> {
		const { work } = this;
		this.bytes += chunk.length;
		if (this.stopped) {
			return;
		}
		if (!work.fits(chunk.length)) {
			work.drop(this.used);
			this.offset += this.used;
			this.used = 0;
			work.reserve(Math.min(chunksOfRoom * chunk.length, maxRoomAhead));
		}
		work.push(chunk);
		if (work.length - this.used >= this.enough) {
			yield* this.scan(false);
		}
	}

	/** True if the remaining text is ignored, because a record was too long or the caller has stopped the feed. */
	get isStopped(): boolean {
		return this.stopped;
	}

	*end(): CooperativeTask<void> {
		if (!this.stopped) {
			yield* this.scan(true);
		}
	}

	private get least(): number {
		return Math.max(this.options.least ?? 0, this.bytes < byteOrderMark.length ? byteOrderMark.length : 1);
	}

	private *scan(last: boolean): CooperativeTask<void> {
		const { source, work, options } = this;
		const start = this.used;
		if (this.offset + start === 0 && work.begins(byteOrderMark)) {
			this.used = byteOrderMark.length;
		}
		for (let before = -1; this.used !== before || source.paused === true; ) {
			before = this.used;
			this.used = source.scan(work, before, last);
			const outcome = options.onFound(this.offset);
			if (!(typeof outcome === 'boolean' ? outcome : yield* outcome)) {
				this.stopped = true;
				return;
			}
			if (source.paused) {
				yield;
			}
		}
		const rest = work.length - this.used;
		if (rest > options.longest) {
			this.neverEnds = true;
			const goesOn = source.letGo();
			this.stopped = goesOn === undefined;
			this.used = goesOn ?? this.used;
		}
		this.enough = Math.max(this.least, this.used > start ? 1 : Math.min(2 * rest, options.longest + 1));
	}
}
