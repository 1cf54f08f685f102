import type { Named } from './named';
import { isPunctuator, isWordPart, Statement } from './statement';

export type BlockKind =
	| 'file'
	| 'namespace'
	| 'type'
	/** Block, such as a companion object, whose name isn't part of the qualified names of its members. */
	| 'scope'
	| 'signatures'
	| 'code'
	| 'group';

const maxLabels = 40;

export class Block {
	statement = new Statement();
	lineEnded = false;
	parameters = 0;
	labels = '';
	hasCode = false;
	holdsEntries = false;
	lastValue = -1;

	constructor(
		readonly kind: BlockKind,
		readonly open: '{' | '(' | '[' | '@',
		readonly owner: readonly string[],
		readonly first: number,
		readonly opened: number,
		readonly named?: Named,
	) {}

	/** Called at the end of a parameter. Records the parameter's first word, which is its argument label in Swift. */
	addParameter(): void {
		const { parts } = this.statement;
		const label = parts.find((part, index) => isWordPart(part) && !isPunctuator(parts[index - 1], '@'));
		this.labels += this.parameters < maxLabels ? `${label?.text ?? ''}:` : '';
		this.parameters++;
		this.statement = new Statement();
	}

	get isDeclarative(): boolean {
		return this.kind !== 'code' && this.kind !== 'group';
	}
}
