import type { DeclarationKind } from './declaration';
import type { Family } from './language';
import type { Statement, StatementPart } from './statement';

/** What a statement declares. */
export interface Named {
	/**
	 * A `scope` adds no name to what is in it: a companion object. What is in `signatures` has no code: an interface of
	 * TypeScript. What is `anonymous` is a type without a name.
	 */
	readonly kind: DeclarationKind | 'namespace' | 'scope' | 'signatures' | 'anonymous';
	readonly name: string;
	/** What the statement itself says of the types around it: `acme::Cart::` before a name. */
	readonly owner: readonly string[];
	readonly nameLine: number;
	readonly parameters: number | undefined;
	readonly hasCode: boolean;
	/** It is a part of its statement, which goes on behind it. */
	readonly inExpression: boolean;
}

/** Where a statement stands. */
export interface OutlinePlace {
	readonly family: Family;
	/** Before a block that is about to open; else at its own end. */
	readonly opening: boolean;
	/** In a type, a namespace or outside of everything, where only declarations are written. */
	readonly declarative: boolean;
	/** Name of the type around it; '' where there is none. */
	readonly type: string;
}

export type Reader = (statement: Statement, place: OutlinePlace) => Named | undefined;

export function named(
	kind: Named['kind'],
	part: StatementPart | undefined,
	details: Partial<Pick<Named, 'name' | 'nameLine' | 'owner' | 'parameters' | 'hasCode' | 'inExpression'>> = {},
): Named {
	return {
		kind,
		name: part?.text ?? '',
		owner: [],
		nameLine: part?.line1 ?? 0,
		parameters: undefined,
		hasCode: false,
		inExpression: false,
		...details,
	};
}
