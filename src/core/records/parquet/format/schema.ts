import type { FileMetaData, SchemaElement } from 'hyparquet';
import { damaged, unsupported } from './fault';

/** Maximum nesting depth of values. JSON parsers have similar limits. */
const maxDepth = 64;

/** Maximum number of columns. Each field of a nested value counts as a column. */
const maxLeaves = 32_768;

export type SchemaNode = SchemaLeaf | SchemaGroup;

interface NodeLevels {
	readonly element: SchemaElement;
	/** Minimum definition level at which this node is not null. */
	readonly definition: number;
	readonly repetition: number;
	readonly isRepeated: boolean;
}

export interface SchemaLeaf extends NodeLevels {
	readonly kind: 'leaf';
	/** Index of this leaf among all leaves. Its column chunk has the same index in each row group. */
	readonly index: number;
}

export interface SchemaGroup extends NodeLevels {
	readonly kind: 'struct' | 'list' | 'map';
	readonly children: readonly SchemaNode[];
	readonly index: number;
	readonly leaves: number;
}

export interface Schema {
	readonly columns: readonly SchemaNode[];
	readonly leaves: readonly SchemaLeaf[];
}

/** @throws ParquetError */
export function readSchema({ schema }: Pick<FileMetaData, 'schema'>): Schema {
	const reader = new SchemaReader(schema);
	return { columns: reader.columns(), leaves: reader.leaves };
}

class SchemaReader {
	readonly leaves: SchemaLeaf[] = [];
	private next = 1;

	constructor(private readonly elements: readonly SchemaElement[]) {}

	columns(): readonly SchemaNode[] {
		const columns = this.children(this.elements[0]?.num_children ?? 0, 0, 0, 0);
		if (this.next !== this.elements.length) {
			throw damaged('schema');
		}
		return columns;
	}

	private children(count: number, definition: number, repetition: number, depth: number): readonly SchemaNode[] {
		const children: SchemaNode[] = [];
		while (children.length < count) {
			children.push(this.node(definition, repetition, depth + 1));
		}
		return children;
	}

	private node(outerDefinition: number, outerRepetition: number, depth: number): SchemaNode {
		const element = this.elements[this.next++];
		if (!element || typeof element.name !== 'string') {
			throw damaged('schema');
		}
		if (depth > maxDepth || this.leaves.length >= maxLeaves) {
			throw unsupported('schema');
		}
		const isRepeated = element.repetition_type === 'REPEATED';
		const definition = outerDefinition + (element.repetition_type === 'REQUIRED' ? 0 : 1);
		const repetition = outerRepetition + (isRepeated ? 1 : 0);
		const levels = { element, definition, repetition, isRepeated };
		const index = this.leaves.length;
		if (!element.num_children) {
			if (element.type === undefined) {
				throw damaged('schema');
			}
			const leaf: SchemaLeaf = { kind: 'leaf', index, ...levels };
			this.leaves.push(leaf);
			return leaf;
		}
		const children = this.children(element.num_children, definition, repetition, depth);
		return { kind: kindOf(element, children), children, index, leaves: this.leaves.length - index, ...levels };
	}
}

/** Determines the kind of a group. Older files have only converted types, which can be `MAP_KEY_VALUE` for maps. */
function kindOf(element: SchemaElement, children: readonly SchemaNode[]): SchemaGroup['kind'] {
	const [only, another] = children;
	if (another || !only?.isRepeated) {
		return 'struct';
	}
	const annotations = [element.converted_type, element.logical_type?.type];
	if (annotations.includes('MAP') || annotations.includes('MAP_KEY_VALUE')) {
		const [key, value, more] = only.kind === 'struct' ? only.children : [];
		return key && !key.isRepeated && value && !more ? 'map' : 'struct';
	}
	return annotations.includes('LIST') ? 'list' : 'struct';
}
