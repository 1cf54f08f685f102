import { AppError } from '../common/errors';
import { refusalWithin } from './refusal';

/** Bytes of what follows the rows that are looked at. */
const maxTailBytes = 64 * 1024;

const newline = 0x0a;

/**
 * Reads answers in the format JSONCompact as they come. The server writes each row on a line of its own, and how many there
 * were behind the last one: an answer that ends without it, or with another number, is not whole, whatever its status says.
 */
export class AnswerReader {
	private phase: 'head' | 'start' | 'rows' | 'tail' = 'head';
	private waiting: Uint8Array[] = [];
	private tail = '';
	private head = '';
	private count = 0;

	constructor(
		private readonly maxRows: number,
		private readonly password: string,
	) {}

	/** The rows that end in a piece of the answer. @throws AppError `databaseTooMuch` */
	push(chunk: Uint8Array): string[][] {
		const rows: string[][] = [];
		let start = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
			this.line(this.takeWaiting(chunk.subarray(start, end)), rows);
			start = end + 1;
		}
		if (start < chunk.length) {
			this.waiting.push(chunk.subarray(start));
		}
		return rows;
	}

	/** To be called when nothing more comes. @throws AppError of the server's, or `databaseAnswer` where it is not whole */
	end(): void {
		this.toTail(this.takeWaiting(new Uint8Array()));
		this.failIfTold();
		if (this.phase !== 'tail' || this.rowsTold() !== this.count) {
			throw new AppError({ kind: 'databaseAnswer', fault: this.phase === 'head' ? 'notDatabase' : 'cut' });
		}
	}

	/** @throws AppError of what the server has told behind the rows, if it has */
	failIfTold(): void {
		const told = refusalWithin(this.phase === 'head' ? this.head + this.tail : this.tail, this.password);
		if (told) {
			throw told;
		}
	}

	private line(text: string, rows: string[][]): void {
		const line = text.trim();
		switch (this.phase) {
			case 'head':
				if (line === '"data":') {
					this.phase = 'start';
				} else if (this.head.length < maxTailBytes) {
					this.head += `${text}\n`;
				}
				return;
			case 'start':
				this.phase = line === '[' ? 'rows' : 'tail';
				this.toTail(line === '[' ? '' : text);
				return;
			case 'rows':
				if (line === '' && this.tail === '') {
					return;
				}
				if (line === '],') {
					this.phase = 'tail';
					return;
				}
				this.row(line, rows);
				return;
			case 'tail':
				this.toTail(`${text}\n`);
		}
	}

	private row(line: string, rows: string[][]): void {
		const cells = this.tail === '' ? readCells(line) : undefined;
		if (!cells) {
			// No row: the server tells here what went wrong.
			this.toTail(`${line}\n`);
			return;
		}
		this.count++;
		if (this.count > this.maxRows) {
			throw new AppError({ kind: 'databaseTooMuch', limit: 'rows', words: '' });
		}
		rows.push(cells);
	}

	private takeWaiting(last: Uint8Array): string {
		const bytes = this.waiting.length === 0 ? last : Buffer.concat([...this.waiting, last]);
		this.waiting = [];
		return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	}

	private toTail(text: string): void {
		// The end is what counts.
		this.tail = (this.tail + text).slice(-maxTailBytes);
	}

	private rowsTold(): number | undefined {
		try {
			const { rows, exception } = JSON.parse(`{${this.tail}`) as Readonly<Record<string, unknown>>;
			return exception === undefined && typeof rows === 'number' ? rows : undefined;
		} catch {
			return undefined;
		}
	}
}

/** @throws AppError `databaseAnswer` for a number that was not read exactly */
function readCells(line: string): string[] | undefined {
	let cells: unknown;
	try {
		cells = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
	} catch {
		return undefined;
	}
	return Array.isArray(cells) ? cells.map(cellText) : undefined;
}

function cellText(cell: unknown): string {
	if (typeof cell === 'string') {
		return cell;
	}
	if (cell === null) {
		return '';
	}
	if (typeof cell === 'boolean' || Number.isSafeInteger(cell)) {
		return String(cell);
	}
	// Questions ask for text where a double would not do.
	throw new AppError({ kind: 'databaseAnswer', fault: 'malformed' });
}
