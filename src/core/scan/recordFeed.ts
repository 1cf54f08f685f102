import type { Steps } from '../common/steps';
import { byteOrderMark } from '../files/byteOrderMark';
import type { RecordSource } from './recordSource';
import { WorkSpace } from './workSpace';

/** Bytes of a small text. Memory that is taken and not needed costs more than reading it. */
const firstRoom = 32 * 1024;

/** Room for so many chunks, so that unfinished records are seldom moved to the front; at most so many bytes ahead. */
const chunksOfRoom = 3;
const maxRoomAhead = 3 * 1024 * 1024;

interface FeedOptions {
	/** Bytes of a record that are kept at most while its end is not there. */
	readonly longest: number;
	/** Bytes that are gathered before they are looked at: whoever gets tiny pieces is spared many calls. */
	readonly least?: number;
	/**
	 * Called when the source has found records, or new names.
	 * @param offset Where the batch's bytes begin in the text. @returns false when there is nothing more to be told
	 */
	readonly onFound: (offset: number) => boolean | Steps<boolean>;
}

/** Gives a text that comes in pieces of any size, from a disk or a network, to what finds its records. */
export class RecordFeed {
	/** A record was longer than what is kept of one. Unless the source lets it go, what comes behind it is not found. */
	neverEnds = false;
	/** Bytes so far. */
	bytes = 0;
	private readonly work: WorkSpace;
	/** Bytes of the work space before this one are used up. */
	private used = 0;
	/** Where the work space begins in the text. */
	private offset = 0;
	/** Not before there are so many unused bytes is it worth looking again for the end of a long record. */
	private enough: number;
	private stopped = false;

	constructor(
		private readonly source: RecordSource,
		private readonly options: FeedOptions,
	) {
		this.work = new WorkSpace(source.found.machine, firstRoom);
		this.enough = this.least;
	}

	/** The chunk is used up with the first step. */
	*push(chunk: Uint8Array): Steps<void> {
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

	/** The text has ended. */
	*end(): Steps<void> {
		if (!this.stopped) {
			yield* this.scan(true);
		}
	}

	private get least(): number {
		return Math.max(this.options.least ?? 0, this.bytes < byteOrderMark.length ? byteOrderMark.length : 1);
	}

	private *scan(last: boolean): Steps<void> {
		const { source, work, options } = this;
		const start = this.used;
		if (this.offset + start === 0 && work.begins(byteOrderMark)) {
			this.used = byteOrderMark.length;
		}
		for (let before = -1; this.used !== before; ) {
			before = this.used;
			this.used = source.scan(work, before, last);
			const told = options.onFound(this.offset);
			if (!(typeof told === 'boolean' ? told : yield* told)) {
				this.stopped = true;
				return;
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
