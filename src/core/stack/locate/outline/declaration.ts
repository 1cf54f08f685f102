export type DeclarationKind = 'type' | 'function' | 'constructor' | 'value';

export interface Declaration {
	readonly kind: DeclarationKind;
	/** Declared name. Empty for an anonymous type such as `object : Runnable { … }`. */
	readonly name: string;
	/** Enclosing types, outermost first. In C++, this includes the names before `::`. */
	readonly owner: readonly string[];
	readonly first: number;
	readonly headLast: number;
	readonly nameLine: number;
	readonly last: number;
	/**
	 * Whether the declaration has a body, so that it can appear in a stack trace. For a type: whether it has a primary
	 * constructor or is a named companion object.
	 */
	readonly hasCode: boolean;
	/** Whether the declaration belongs to its type or file, not to an instance. Objects in Kotlin are static types. */
	readonly isStatic: boolean;
	/** Last line of a field's initial value. Undefined if no constructor or static initializer computes such a value. */
	readonly valueLast: number | undefined;
	/** Number of parameters, or of type parameters for C# types. Undefined if unknown or not applicable. */
	readonly parameters: number | undefined;
	/** Argument labels of a Swift function: `_:count:`. Undefined for other languages and for operators. */
	readonly labels: string | undefined;
}

export interface Outline {
	readonly namespaces: readonly string[];
	/** Whether files of this language declare their package or namespace. */
	readonly tellsNamespace: boolean;
	readonly types: readonly Declaration[];
	readonly members: readonly Declaration[];
	readonly tellsFunctions: boolean;
	/** Class name in the annotation `@file:JvmName` in Kotlin. */
	readonly facade: string | undefined;
	readonly lines: number;
}
