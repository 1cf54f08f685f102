import type { Named } from './named';
import { Statement } from './statement';

export type BlockKind =
	| 'file'
	| 'namespace'
	| 'type'
	/** As if it were not there: a companion object. */
	| 'scope'
	/** Nothing in it is read. */
	| 'signatures'
	/** Of a function, a loop, a lambda, an object literal. */
	| 'code'
	| 'group';

/** What is between two brackets. */
export class Block {
	statement = new Statement();
	/** Whether a line has ended since the last part. */
	lineEnded = false;
	/** Of a group. */
	commas = 0;
	hasCode = false;
	/** Place of the latest value among the members: accessors that follow it are statements of their own. */
	lastValue = -1;

	/**
	 * @param open How it begins; `@` of Objective-C's `@implementation`.
	 * @param owner The types around what is in it, the outermost first.
	 * @param named What it belongs to.
	 * @param first Base 1: where its statement began.
	 * @param opened Base 1: where it opens.
	 */
	constructor(
		readonly kind: BlockKind,
		readonly open: '{' | '(' | '[' | '@',
		readonly owner: readonly string[],
		readonly first: number,
		readonly opened: number,
		readonly named?: Named,
	) {}

	/** Whether only declarations are written here. */
	get isDeclarative(): boolean {
		return this.kind !== 'code' && this.kind !== 'group';
	}
}
