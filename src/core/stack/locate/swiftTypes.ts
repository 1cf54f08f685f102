import type { Frame } from '../trace/model';
import { typeNames } from './frameNames';
import type { Declaration, Outline } from './outline/declaration';

export const likenesses = [
	'exact',
	/** A module name qualifies the frame's type, and one of the file's folders has the same name. */
	'inModule',
	/** The name that qualifies the frame's type can be a module or an enclosing type. */
	'maybe',
] as const;
export type Likeness = (typeof likenesses)[number];

export interface SwiftType {
	readonly likeness: Likeness;
	readonly functions: readonly Pick<Declaration, 'hasCode' | 'parameters'>[];
}

export function getSwiftTypes(
	frame: Frame,
	path: string,
	{ types }: Outline,
	functions: readonly Declaration[],
): readonly SwiftType[] {
	const found = new Set(types.map(({ owner, name }) => likenessOf([...owner, name], frame, path)));
	return likenesses
		.filter((likeness) => found.has(likeness))
		.map((likeness) => ({
			likeness,
			functions: functions
				.filter(({ owner }) => likenessOf(owner, frame, path) === likeness)
				.map(({ hasCode, parameters }) => ({ hasCode, parameters })),
		}));
}

function likenessOf(names: readonly string[], frame: Frame, path: string): Likeness | undefined {
	const declared = names.join('.');
	const [first = '', ...others] = typeNames(frame, 'swift').names;
	if (declared === [first, ...others].join('.') || declared === [frame.module, first, ...others].join('.')) {
		return 'exact';
	}
	// The first name can be the module of a package that is linked into the image.
	if (others.length === 0 || declared !== others.join('.')) {
		return undefined;
	}
	return path.split('/').slice(0, -1).includes(first) ? 'inModule' : 'maybe';
}
