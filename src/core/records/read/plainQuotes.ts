import { backslash, carriageReturn, lineFeed, quote, space, tab } from '../../../shared/ascii';
import type { FileForm } from '../../../shared/results';

type Place = 'beforeCell' | 'inValue' | 'inQuotes' | 'afterBackslash' | 'afterQuote' | 'afterQuotes';

/** Maximum number of spaces or tabs to remove next to a quote. If there are more, they are part of the value. */
const maxBlanks = 1024;

export class PlainQuotes {
	private place: Place = 'beforeCell';
	/** Spaces and tabs that are dropped if a quote or the end of the cell follows. */
	private blanks: number[] = [];
	private readonly delimiter: number;

	constructor(private readonly form: Pick<FileForm, 'delimiter' | 'backslashEscapes' | 'spacedQuotes'>) {
		this.delimiter = form.delimiter.charCodeAt(0);
	}

	/** @param last Whether these are the last bytes of the file */
	rewrite(bytes: Uint8Array, last: boolean): Buffer {
		// Each byte becomes one or two bytes. The spaces and tabs from the previous chunk may be written first.
		const out = Buffer.allocUnsafe(2 * bytes.length + this.blanks.length + 2);
		let length = 0;
		const put = (byte: number) => {
			out[length++] = byte;
		};
		const putBlanks = () => {
			this.blanks.forEach(put);
			this.blanks = [];
		};
		for (const byte of bytes) {
			this.step(byte, put, putBlanks);
		}
		if (last) {
			if (this.place === 'afterBackslash') {
				put(backslash);
			} else if (this.place === 'afterQuote') {
				put(quote);
			}
			putBlanks();
		}
		return out.subarray(0, length);
	}

	private step(byte: number, put: (byte: number) => void, putBlanks: () => void): void {
		const { backslashEscapes = false, spacedQuotes = false } = this.form;
		const ends = byte === this.delimiter || byte === lineFeed || byte === carriageReturn;
		const isBlank = spacedQuotes && !ends && (byte === space || byte === tab);
		switch (this.place) {
			case 'beforeCell':
				if (isBlank && this.blanks.length < maxBlanks) {
					this.blanks.push(byte);
				} else if (byte === quote) {
					this.blanks = [];
					put(byte);
					this.place = 'inQuotes';
				} else {
					putBlanks();
					put(byte);
					this.place = ends ? 'beforeCell' : 'inValue';
				}
				return;
			case 'inValue':
				put(byte);
				this.place = ends ? 'beforeCell' : 'inValue';
				return;
			case 'inQuotes':
				if (byte === quote) {
					this.place = 'afterQuote';
				} else if (byte === backslash && backslashEscapes) {
					this.place = 'afterBackslash';
				} else {
					put(byte);
				}
				return;
			case 'afterBackslash':
				// The backslash is text unless a quote, a backslash, a delimiter, or a line ending follows.
				if (byte === quote) {
					put(quote);
				} else if (byte !== backslash && !ends) {
					put(backslash);
				}
				put(byte);
				this.place = 'inQuotes';
				return;
			case 'afterQuote':
				put(quote);
				if (byte === quote) {
					put(quote);
					this.place = 'inQuotes';
				} else {
					this.place = 'afterQuotes';
					this.step(byte, put, putBlanks);
				}
				return;
			case 'afterQuotes':
				if (isBlank && this.blanks.length < maxBlanks) {
					this.blanks.push(byte);
				} else if (ends) {
					this.blanks = [];
					put(byte);
					this.place = 'beforeCell';
				} else {
					putBlanks();
					put(byte);
					this.place = 'inValue';
				}
		}
	}
}
