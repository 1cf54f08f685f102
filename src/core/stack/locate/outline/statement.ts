import type { Token } from './tokens';

export interface StatementPart {
	readonly kind: 'word' | 'mark' | 'text' | 'parentheses' | 'brackets' | 'block';
	readonly text: string;
	readonly line1: number;
	readonly parameters?: number;
	readonly labels?: string | undefined;
	readonly hasCode?: boolean;
}

const maxParts = 160;
/** Maximum number of brace pairs outside declarations in a statement. A statement with more pairs is probably data. */
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

	/** Whether the statement is data. Searching data for declarations before braces would take quadratic time. */
	get isData(): boolean {
		return this.nameless > maxNameless;
	}

	get last(): StatementPart | undefined {
		return this.lastToken;
	}

	get isInTypeArguments(): boolean {
		return this.openAngles > 0;
	}

	get firstLine(): number {
		return this.parts[0]?.line1 ?? 0;
	}

	get lastLine(): number {
		return this.lastLine1;
	}

	add(part: StatementPart, lastLine = part.line1): void {
		this.lastLine1 = lastLine;
		this.count++;
		this.lastToken = part;
		if (this.parts.length < maxParts) {
			this.parts.push(part);
			this.openAngles += isPunctuator(part, '<') ? 1 : isPunctuator(part, '>') ? -1 : 0;
		}
	}

	addToken({ kind, text, line1 }: Token): void {
		if (kind !== 'lineEnd') {
			this.add({ kind, text, line1 });
		}
	}

	addNameless(): void {
		this.nameless++;
	}

	has(text: string): boolean {
		return this.indexOf(text) !== -1;
	}

	indexOf(text: string, from = 0): number {
		return indexOfPart(this.parts, text, from);
	}

	hasCode(): boolean {
		return this.parts.some(({ kind, hasCode }) => kind === 'block' || hasCode === true);
	}
}

export function indexOfPart(parts: readonly StatementPart[], text: string, from = 0): number {
	return parts.findIndex(
		(part, index) => index >= from && part.text === text && (part.kind === 'word' || part.kind === 'mark'),
	);
}

export function isWordPart(part: StatementPart | undefined): part is StatementPart {
	return part?.kind === 'word';
}

export function isPunctuator(part: StatementPart | undefined, text: string): boolean {
	return part?.kind === 'mark' && part.text === text;
}

/** Returns the index of the last word before `index`. Skips type arguments, such as `<T>` in `Find<T>()`. */
export function wordBefore(parts: readonly StatementPart[], index: number): number {
	let at = index - 1;
	if (isPunctuator(parts[at], '>')) {
		let depth = 0;
		for (; at >= 0; at--) {
			if (isPunctuator(parts[at], '>')) {
				depth++;
			} else if (isPunctuator(parts[at], '<') && --depth === 0) {
				break;
			}
		}
		at--;
	}
	const part = parts[at];
	return part !== undefined && isWordPart(part) ? at : -1;
}

/** Returns true if the parentheses belong to an annotation: `@Deprecated('…')`, `@core.Deprecated('…')`. */
export function isAnnotation(parts: readonly StatementPart[], index: number): boolean {
	let at = index - 1;
	while (isWordPart(parts[at]) && isPunctuator(parts[at - 1], '.')) {
		at -= 2;
	}
	return isWordPart(parts[at]) && isPunctuator(parts[at - 1], '@');
}
