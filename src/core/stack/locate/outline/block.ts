import type { Named } from './named';
import { isPunctuator, isWordPart, Statement } from './statement';

export type BlockKind =
	| 'file'
	| 'namespace'
	| 'type'
	/** Block whose name is not part of its members' qualified names, such as a companion object. */
	| 'scope'
	| 'signatures'
	| 'code'
	| 'group';

/** Maximum number of argument labels to store. Longer lists are probably data rather than parameters. */
const maxLabels = 40;

export class Block {
	statement = new Statement();
	lineEnded = false;
	parameters = 0;
	/** Argument labels of the parameters in a Swift function: `_:count:`. */
	labels = '';
	hasCode = false;
	/** Whether the next tokens are the entries of an enum. */
	holdsEntries = false;
	/** Index of the most recent value in the list of members. Accessors that follow belong to this value. */
	lastValue = -1;

	constructor(
		readonly kind: BlockKind,
		readonly open: '{' | '(' | '[' | '@',
		readonly owner: readonly string[],
		readonly first: number,
		readonly opened: number,
		readonly named?: Named,
	) {}

	/** Called at the end of a parameter. In Swift, the first word of a parameter is its argument label. */
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
