const newestColour = 0;

/** Assigns colors to values. A value keeps its color while the chart is stacked by the same column. */
export class SeriesColours {
	private readonly known = new Map<string, number>();

	constructor(private readonly most: number) {}

	/**
	 * Returns distinct colors for up to `most` values, or `most - 1` values if `newest` is set.
	 * @param newest Newest version, which always has the first color even if it isn't one of the values
	 */
	of(values: readonly string[], newest?: string): readonly number[] {
		const taken = new Set<number>();
		if (newest !== undefined) {
			for (const [value, colour] of this.known) {
				if (colour === newestColour && value !== newest) {
					this.known.delete(value);
				}
			}
			this.known.set(newest, newestColour);
			if (!values.includes(newest)) {
				taken.add(newestColour);
			}
		}
		const retained = values.map((value) => {
			const colour = this.known.get(value);
			if (colour === undefined || taken.has(colour)) {
				return undefined;
			}
			taken.add(colour);
			return colour;
		});
		// Colors of values that are currently absent are reused last, because these values may reappear.
		const remembered = new Set(this.known.values());
		const free = [...Array(this.most).keys()]
			.filter((colour) => !taken.has(colour))
			.sort((one, other) => Number(remembered.has(one)) - Number(remembered.has(other)) || one - other);
		return retained.map((colour, index) => {
			const given = colour ?? free.shift() ?? 0;
			this.known.set(values[index] ?? '', given);
			return given;
		});
	}
}
