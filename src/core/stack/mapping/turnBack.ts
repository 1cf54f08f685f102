import type { Trace } from '../model';
import type { Fit } from './fit';
import type { MappedTrace } from './mapped';
import type { MappingRefusal } from './mappingRefusal';
import type { MappingKind } from './usualPlaces';

/** A file to turn a trace back with. */
export interface MappingFileRef {
	readonly kind: Extract<MappingKind, 'r8' | 'sourceMap'>;
	/** Absolute. */
	readonly path: string;
	/** Base name of the bundle that a source map is of; undefined where the file's name tells it. */
	readonly bundle?: string | undefined;
}

/** What became of one file that was tried. */
export interface TriedMapping {
	readonly file: MappingFileRef;
	readonly result:
		| { readonly kind: 'used'; readonly fit: Fit }
		| { readonly kind: 'doesNotFit'; readonly fit: Fit }
		| { readonly kind: 'refused'; readonly refusal: MappingRefusal };
}

/** A trace as it was and as it was written. */
export interface TurnedBack {
	/** Undefined when no file fits. */
	readonly mapped: MappedTrace | undefined;
	/** `mapped` as if it had been written so; the text's own trace when no file fits. */
	readonly plain: Trace;
	/** In the order they were tried. */
	readonly tried: readonly TriedMapping[];
}
