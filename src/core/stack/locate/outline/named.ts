import type { DeclarationKind } from './declaration';
import type { Family } from './language';
import type { Statement, StatementPart } from './statement';

export interface Named {
	/** A `scope`, such as a companion object, doesn't qualify the names of its members. `signatures` is an interface. */
	readonly kind: DeclarationKind | 'namespace' | 'scope' | 'signatures' | 'anonymous';
	readonly name: string;
	/** Enclosing types that are written before the name, such as `acme::Cart::` before a member's name. */
	readonly owner: readonly string[];
	readonly nameLine: number;
	readonly parameters: number | undefined;
	readonly labels: string | undefined;
	readonly hasCode: boolean;
	readonly isStatic: boolean;
	readonly hasValue: boolean;
	/** Whether the declaration is part of an expression. If so, the statement continues after the declaration. */
	readonly inExpression: boolean;
}

export interface OutlinePlace {
	readonly family: Family;
	readonly opening: boolean;
	/** Whether the statement is directly inside a type, a namespace, or the file. */
	readonly declarative: boolean;
	readonly type: string;
	/** Whether the enclosing block is a Kotlin object, an interface, or the file. Fields in these blocks are static. */
	readonly isStatic: boolean;
}

export type Reader = (statement: Statement, place: OutlinePlace) => Named | undefined;

export function named(
	kind: Named['kind'],
	part: StatementPart | undefined,
	details: Partial<Omit<Named, 'kind'>> = {},
): Named {
	return {
		kind,
		name: part?.text ?? '',
		owner: [],
		nameLine: part?.line1 ?? 0,
		parameters: undefined,
		labels: undefined,
		hasCode: false,
		isStatic: false,
		hasValue: false,
		inExpression: false,
		...details,
	};
}
