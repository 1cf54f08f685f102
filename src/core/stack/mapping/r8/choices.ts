export const maxChoices = 32;

const maxSorted = 64;

export class Choices {
	private readonly list: (readonly SourcePlace[])[] = [];
	private count = 0;
	unlisted = 0;

	get isEmpty(): boolean {
		return this.count === 0;
	}

	add(places: readonly SourcePlace[]): void {
		this.count++;
		if (places.length > 0) {
			this.list.push(places);
		}
	}

	/** Calls `make` unless the list is full, because a frame can have thousands of alternatives. */
	addUnlessFull(make: () => void): void {
		if (this.list.length < maxSorted) {
			make();
		} else {
			this.unlisted++;
		}
	}

	different(): readonly (readonly SourcePlace[])[] {
		if (this.list.length < 2) {
			return this.list;
		}
		const byKey = new Map(this.list.map((places) => [places.map(getKey).join('\n'), places]));
		return [...byKey.values()].sort(compareChoices);
	}
}

function getKey({ type, method, file, line1 }: SourcePlace): string {
	return `${type}.${method}(${file ?? ''}:${line1 ?? ''})`;
}

/** Compares alternatives by the class, method, file, and line of the innermost location, as R8 does. */
function compareChoices([a]: readonly SourcePlace[], [b]: readonly SourcePlace[]): number {
	return (
		compareText(a?.type, b?.type) ||
		compareText(a?.method, b?.method) ||
		compareText(a?.file, b?.file) ||
		(a?.line1 ?? 0) - (b?.line1 ?? 0)
	);
}

function compareText(a = '', b = ''): number {
	return a < b ? -1 : Number(a > b);
}

export interface SourcePlace {
	readonly type: string;
	readonly method: string;
	readonly file: string | undefined;
	readonly fileInferred: boolean;
	readonly line1: number | undefined;
	readonly inlined: boolean;
	/** Number of inlined frames that were omitted between this location and the previous one. */
	readonly omitted: number;
}
