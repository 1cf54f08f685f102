export type DeclarationKind = 'type' | 'function' | 'constructor' | 'value';

export interface Declaration {
	readonly kind: DeclarationKind;
	/** Declared name. Empty for an anonymous type such as `object : Runnable { … }`. */
	readonly name: string;
	/** Names of the enclosing types, outermost first. In C++, they include the names before `::`. */
	readonly owner: readonly string[];
	readonly first: number;
	readonly headLast: number;
	readonly nameLine: number;
	readonly last: number;
	/** Whether a function has a body, or whether a type has a primary constructor or is a named companion object. */
	readonly hasCode: boolean;
	/** Whether the declaration belongs to its type or file instead of an instance. Also true for Kotlin objects. */
	readonly isStatic: boolean;
	/** Last line of a field's initial value. Undefined if no constructor or static initializer computes it. */
	readonly valueLast: number | undefined;
	/** Number of parameters or, for a C# type, of type parameters. Undefined if unknown or not applicable. */
	readonly parameters: number | undefined;
	/** Argument labels of a Swift function: `_:count:`. Undefined for operators and for other languages. */
	readonly labels: string | undefined;
}

export interface Outline {
	readonly namespaces: readonly string[];
	readonly tellsNamespace: boolean;
	readonly types: readonly Declaration[];
	readonly members: readonly Declaration[];
	readonly tellsFunctions: boolean;
	/** Class name in Kotlin's annotation `@file:JvmName`. */
	readonly facade: string | undefined;
	readonly lines: number;
}
