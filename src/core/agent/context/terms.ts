import { AgentRefusal } from '../tools/refusal';

export interface Term {
	readonly negated: boolean;
	readonly field: string | undefined;
	/** A `bare` value is unquoted and can start with an operator. A `quoted` value must match exactly. */
	readonly test: 'values' | 'quoted' | 'bare';
	readonly value: string;
	readonly values: readonly string[];
	readonly start: number;
}

/** Parses terms such as `field:value`, `-field:(a,"b, c")`, and `"words"`. Throws AgentRefusal on invalid syntax. */
export function getTerms(text: string): readonly Term[] {
	const terms: Term[] = [];
	const reader = new TermReader(text);
	for (reader.skipBlanks(); !reader.atEnd; reader.skipBlanks()) {
		terms.push(reader.term());
	}
	return terms;
}

class TermReader {
	private at = 0;
	private readonly fieldName = /[\p{L}\p{N}_.]+:/uy;

	constructor(private readonly text: string) {}

	get atEnd(): boolean {
		return this.at >= this.text.length;
	}

	skipBlanks(): void {
		while (isBlank(this.text[this.at])) {
			this.at++;
		}
	}

	term(): Term {
		const start = this.at;
		const isNegated = this.text[start] === '-';
		this.fieldName.lastIndex = start + (isNegated ? 1 : 0);
		const [named] = this.fieldName.exec(this.text) ?? [];
		if (named === undefined) {
			const quoted = this.text[this.at] === '"';
			const value = quoted ? this.quoted() : this.bare();
			return { negated: false, field: undefined, test: quoted ? 'quoted' : 'bare', value, values: [value], start };
		}
		this.at = this.fieldName.lastIndex;
		const field = named.slice(0, -1);
		const term = { negated: isNegated, field, start };
		switch (this.text[this.at]) {
			case '(': {
				const values = this.list();
				return { ...term, test: 'values', value: '', values };
			}
			case '"': {
				const value = this.quoted();
				return { ...term, test: 'quoted', value, values: [value] };
			}
			default: {
				const value = this.value();
				return { ...term, test: 'bare', value, values: [value] };
			}
		}
	}

	private value(): string {
		let value = '';
		while (/[~<>=]/.test(this.text[this.at] ?? '')) {
			value += this.text[this.at++];
		}
		if (this.text[this.at] === '/' && value === '') {
			return this.expression();
		}
		return value + (this.text[this.at] === '"' ? this.quoted() : this.bare());
	}

	private bare(): string {
		const start = this.at;
		while (!this.atEnd && !isBlank(this.text[this.at])) {
			this.at++;
		}
		return this.text.slice(start, this.at);
	}

	private expression(): string {
		const start = this.at++;
		while (this.text[this.at] !== '/') {
			this.at += this.text[this.at] === '\\' ? 2 : 1;
			this.mustNotEnd(start);
		}
		return this.text.slice(start, ++this.at);
	}

	private quoted(): string {
		const start = this.at++;
		let value = '';
		for (;;) {
			this.mustNotEnd(start);
			const character = this.text[this.at++];
			if (character === '"') {
				return value;
			}
			value += character === '\\' ? (this.text[this.at++] ?? '') : character;
		}
	}

	private list(): readonly string[] {
		const start = this.at++;
		const values: string[] = [];
		for (;;) {
			this.skipBlanks();
			this.mustNotEnd(start);
			values.push(this.text[this.at] === '"' ? this.quoted() : this.listed(start));
			this.skipBlanks();
			this.mustNotEnd(start);
			if (this.text[this.at++] === ')') {
				return values;
			}
		}
	}

	private listed(list: number): string {
		const start = this.at;
		while (this.text[this.at] !== ',' && this.text[this.at] !== ')') {
			this.at++;
			this.mustNotEnd(list);
		}
		return this.text.slice(start, this.at).trim();
	}

	private mustNotEnd(start: number): void {
		if (this.atEnd) {
			throw new AgentRefusal({ kind: 'filter', fault: 'notClosed', at: start });
		}
	}
}

function isBlank(character: string | undefined): boolean {
	return character !== undefined && /\s/.test(character);
}
