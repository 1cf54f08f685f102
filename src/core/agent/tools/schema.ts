export type PropertySchema =
	| {
			readonly type: 'string';
			readonly description?: string;
			readonly enum?: readonly string[];
			readonly default?: string;
			readonly maxLength?: number;
	  }
	| {
			readonly type: 'integer';
			readonly description?: string;
			readonly minimum: number;
			readonly maximum: number;
			readonly default?: number;
	  }
	| {
			readonly type: 'array';
			readonly description?: string;
			readonly items:
				| { readonly type: 'string'; readonly maxLength: number }
				| { readonly type: 'string'; readonly enum: readonly string[] };
			readonly maxItems: number;
	  };

export interface InputSchema {
	readonly type: 'object';
	readonly properties: Readonly<Record<string, PropertySchema>>;
	readonly required?: readonly string[];
	readonly additionalProperties: false;
}

type ValueOf<P> = P extends { readonly enum: readonly (infer E)[] }
	? E
	: P extends { readonly type: 'integer' }
		? number
		: P extends { readonly type: 'array'; readonly items: infer I }
			? readonly ValueOf<I>[]
			: string;

type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

export type InputOf<S extends InputSchema> = {
	readonly [K in keyof S['properties']]:
		| ValueOf<S['properties'][K]>
		| (K extends RequiredOf<S>
				? never
				: S['properties'][K] extends { readonly default: unknown } | { readonly type: 'array' }
					? never
					: undefined);
};
