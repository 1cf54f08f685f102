import type { Named } from './named';
import { Statement } from './statement';

export type BlockKind =
	| 'file'
	| 'namespace'
	| 'type'
	/** Block whose members are not qualified with its name, such as a companion object. */
	| 'scope'
	| 'signatures'
	| 'code'
	| 'group';

export class Block {
	statement = new Statement();
	lineEnded = false;
	commas = 0;
	hasCode = false;
	/** Whether the entries of an enum are next. */
	holdsEntries = false;
	/** Index of the last value among the members. Accessors that follow belong to this value. */
	lastValue = -1;

	constructor(
		readonly kind: BlockKind,
		readonly open: '{' | '(' | '[' | '@',
		readonly owner: readonly string[],
		readonly first: number,
		readonly opened: number,
		readonly named?: Named,
	) {}

	get isDeclarative(): boolean {
		return this.kind !== 'code' && this.kind !== 'group';
	}
}
