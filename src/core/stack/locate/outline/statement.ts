import type { Token } from './tokens';

/** What a statement is made of at its own level: brackets stand for what is in them. */
export interface StatementPart {
	readonly kind: 'word' | 'mark' | 'text' | 'parentheses' | 'brackets' | 'block';
	readonly text: string;
	/** Base 1. */
	readonly line1: number;
	/** How many are between the parentheses; undefined for other parts. */
	readonly parameters?: number;
	/** Whether there is code in it, of a function that has no name of its own. */
	readonly hasCode?: boolean;
}

/** Longer statements are data (parts). */
const maxParts = 160;
/** A statement in which more braces opened that named nothing is data as well. */
const maxNameless = 32;

export class Statement {
	readonly parts: StatementPart[] = [];
	private lastToken: StatementPart | undefined;
	private count = 0;
	private nameless = 0;
	private openAngles = 0;
	private lastLine1 = 0;

	get isEmpty(): boolean {
		return this.count === 0;
	}

	/** What opens in it is not asked for a name: reading all of it again at each brace would take too long. */
	get isData(): boolean {
		return this.nameless > maxNameless;
	}

	/** Behind those that are kept as well. */
	get last(): StatementPart | undefined {
		return this.lastToken;
	}

	/** Whether angle brackets are open at the end. */
	get isInTypeArguments(): boolean {
		return this.openAngles > 0;
	}

	get firstLine(): number {
		return this.parts[0]?.line1 ?? 0;
	}

	get lastLine(): number {
		return this.lastLine1;
	}

	/** @param lastLine Where it ends, if it is of several lines. */
	add(part: StatementPart, lastLine = part.line1): void {
		this.lastLine1 = lastLine;
		this.count++;
		this.lastToken = part;
		if (this.parts.length < maxParts) {
			this.parts.push(part);
			this.openAngles += isMark(part, '<') ? 1 : isMark(part, '>') ? -1 : 0;
		}
	}

	addToken({ kind, text, line1 }: Token): void {
		if (kind !== 'lineEnd') {
			this.add({ kind, text, line1 });
		}
	}

	/** A brace opens that names nothing. */
	addNameless(): void {
		this.nameless++;
	}

	has(text: string): boolean {
		return this.indexOf(text) !== -1;
	}

	/** Of a word or a mark; -1 where there is none. */
	indexOf(text: string, from = 0): number {
		return indexOfPart(this.parts, text, from);
	}

	hasCode(): boolean {
		return this.parts.some(({ kind, hasCode }) => kind === 'block' || hasCode === true);
	}
}

/** Of a word or a mark; -1 where there is none. */
export function indexOfPart(parts: readonly StatementPart[], text: string, from = 0): number {
	return parts.findIndex(
		(part, index) => index >= from && part.text === text && (part.kind === 'word' || part.kind === 'mark'),
	);
}

export function isWordPart(part: StatementPart | undefined): part is StatementPart {
	return part?.kind === 'word';
}

export function isMark(part: StatementPart | undefined, text: string): boolean {
	return part?.kind === 'mark' && part.text === text;
}

/** The word before `index`, past type arguments: `Find<T>` before its parentheses. */
export function wordBefore(parts: readonly StatementPart[], index: number): number {
	let at = index - 1;
	if (isMark(parts[at], '>')) {
		let depth = 0;
		for (; at >= 0; at--) {
			if (isMark(parts[at], '>')) {
				depth++;
			} else if (isMark(parts[at], '<') && --depth === 0) {
				break;
			}
		}
		at--;
	}
	const part = parts[at];
	return part !== undefined && isWordPart(part) ? at : -1;
}

/** Whether parentheses are of an annotation: `@Deprecated('…')`, `@core.Deprecated('…')`. */
export function isAnnotation(parts: readonly StatementPart[], index: number): boolean {
	let at = index - 1;
	while (isWordPart(parts[at]) && isMark(parts[at - 1], '.')) {
		at -= 2;
	}
	return isWordPart(parts[at]) && isMark(parts[at - 1], '@');
}
