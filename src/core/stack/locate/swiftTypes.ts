import type { Frame } from '../trace/model';
import { typeNames } from './frameNames';
import type { Declaration, Outline } from './outline/declaration';

/** How a type of a file is like that of a frame, the surest first. */
export const likenesses = [
	'exact',
	/** The frame has a module before the type's name, and the file is in a folder that is called so. */
	'inModule',
	/** What the frame has before the type's name may be the module, or a type around it. */
	'maybe',
] as const;
export type Likeness = (typeof likenesses)[number];

/** What a file of Swift declares of a frame's type, or adds to it. */
export interface SwiftType {
	readonly likeness: Likeness;
	/** Of the frame's name. */
	readonly functions: readonly Pick<Declaration, 'hasCode' | 'parameters'>[];
}

/** @param functions Of the frame's name. */
export function swiftTypesOf(
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

/** @param names Of a type, those around it first. */
function likenessOf(names: readonly string[], frame: Frame, path: string): Likeness | undefined {
	const declared = names.join('.');
	const [first = '', ...others] = typeNames(frame, 'swift').names;
	if (declared === [first, ...others].join('.') || declared === [frame.module, first, ...others].join('.')) {
		return 'exact';
	}
	// Of a package that is linked into the image, symbols have the module before the type.
	if (others.length === 0 || declared !== others.join('.')) {
		return undefined;
	}
	return path.split('/').slice(0, -1).includes(first) ? 'inModule' : 'maybe';
}
