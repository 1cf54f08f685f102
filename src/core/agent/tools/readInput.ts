import { type AgentToolName, agentTools, type ToolInput } from './agentTools';
import { AgentRefusal } from './refusal';
import type { InputSchema, PropertySchema } from './schema';

/** Validates a tool's input, because not all clients do so. Throws an AgentRefusal that contains none of the input. */
export function readInput<N extends AgentToolName>(tool: N, given: unknown): ToolInput<N> {
	const { properties, required = [] }: InputSchema = agentTools[tool].inputSchema;
	if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) {
		throw new AgentRefusal({ kind: 'input', property: 'input', expected: 'an object' });
	}
	const values: Readonly<Record<string, unknown>> = { ...given };
	if (Object.keys(values).some((name) => !Object.hasOwn(properties, name))) {
		const known = Object.keys(properties).join(', ');
		throw new AgentRefusal({
			kind: 'input',
			property: 'input',
			expected: `an object with only these properties: ${known}`,
		});
	}
	// This cast is safe, because the schema that determines the type was used to validate every value.
	return Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => {
			const value = values[name] ?? defaultOf(schema);
			const isMissing = value === undefined;
			if (isMissing ? required.includes(name) : !fits(value, schema)) {
				throw new AgentRefusal({ kind: 'input', property: name, expected: expected(schema) });
			}
			return [name, value];
		}),
	) as ToolInput<N>;
}

function defaultOf(schema: PropertySchema): unknown {
	return schema.type === 'array' ? [] : schema.default;
}

function fits(value: unknown, schema: PropertySchema): boolean {
	switch (schema.type) {
		case 'string':
			return isText(value, schema);
		case 'integer':
			return Number.isSafeInteger(value) && Number(value) >= schema.minimum && Number(value) <= schema.maximum;
		case 'array':
			return (
				Array.isArray(value) && value.length <= schema.maxItems && value.every((item) => isText(item, schema.items))
			);
	}
}

interface TextSchema {
	readonly enum?: readonly string[];
	readonly maxLength?: number;
}

function isText(value: unknown, { enum: known, maxLength = Number.POSITIVE_INFINITY }: TextSchema): boolean {
	return typeof value === 'string' && (known?.includes(value) ?? value.length <= maxLength);
}

function expected(schema: PropertySchema): string {
	switch (schema.type) {
		case 'string':
			return textExpected(schema);
		case 'integer':
			return `a whole number from ${schema.minimum} to ${schema.maximum}`;
		case 'array':
			return `an array of at most ${schema.maxItems} strings, each ${textExpected(schema.items)}`;
	}
}

function textExpected({ enum: known, maxLength }: TextSchema): string {
	return known ? `one of ${known.join(', ')}` : `a string of at most ${maxLength} characters`;
}
