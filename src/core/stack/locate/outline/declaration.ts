export type DeclarationKind =
	| 'type'
	| 'function'
	| 'constructor'
	/** What is read or written without a call, or a field. */
	| 'value';

/** Something with a name in a source file. Lines have base 1. */
export interface Declaration {
	readonly kind: DeclarationKind;
	/** '' of a type that has none: `object : Runnable { … }`. */
	readonly name: string;
	/** Names of the types around it, the outermost first; for C++ also what stands before `::`. */
	readonly owner: readonly string[];
	/** Where it begins, with its modifiers. */
	readonly first: number;
	/** Where its body begins; where it ends, if it has none. */
	readonly headLast: number;
	/** Where its name is. */
	readonly nameLine: number;
	readonly last: number;
	/** Whether it has code, so that a frame can be in it. */
	readonly hasCode: boolean;
	/** Undefined where it takes none, or where they were not counted. Of a type of C#: how many types it takes. */
	readonly parameters: number | undefined;
}

/** What a source file declares. */
export interface Outline {
	/** Of packages and namespaces, with dots. */
	readonly namespaces: readonly string[];
	/** Whether files of this language say which package or namespace they are of. */
	readonly tellsNamespace: boolean;
	readonly types: readonly Declaration[];
	/** Functions, constructors and values. */
	readonly members: readonly Declaration[];
	/** Whether functions are found at all in this language. */
	readonly tellsFunctions: boolean;
	/** What Kotlin's `@file:JvmName` says. */
	readonly facade: string | undefined;
	readonly lines: number;
}
