import type { DeclarationKind } from './declaration';
import type { Family } from './language';
import type { Statement, StatementPart } from './statement';

export interface Named {
	/** A `scope`, such as a companion object, does not qualify its members. `signatures` (interfaces) have no code. */
	readonly kind: DeclarationKind | 'namespace' | 'scope' | 'signatures' | 'anonymous';
	readonly name: string;
	/** Enclosing types that are part of the declared name, such as `acme::Cart::` before a member name. */
	readonly owner: readonly string[];
	readonly nameLine: number;
	readonly parameters: number | undefined;
	/** Argument labels of a Swift function: `_:count:`. */
	readonly labels: string | undefined;
	readonly hasCode: boolean;
	readonly isStatic: boolean;
	/** Whether a constructor or static initializer computes the initial value. */
	readonly hasValue: boolean;
	/** Whether the declaration is part of an expression. The statement then continues after the declaration. */
	readonly inExpression: boolean;
}

export interface OutlinePlace {
	readonly family: Family;
	/** Whether a block starts next. Otherwise, the statement has ended. */
	readonly opening: boolean;
	/** Whether the statement is directly in a type, a namespace or the file. */
	readonly declarative: boolean;
	readonly type: string;
	/** Whether the surrounding block is a Kotlin object, an interface or the file, whose fields are static. */
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
