/** Number of UTF-16 code units to process before yielding. Processing them takes at most a few milliseconds. */
const pieceLength = 16_384;
/** Fixed cost of a unit of work, such as a line, in addition to its length. */
const unitCost = 8;

export class Pieces {
	private room = pieceLength;

	/** Adds the cost of a unit of work. Returns true if the caller should yield now. */
	ends(characters: number): boolean {
		this.room -= characters + unitCost;
		if (this.room > 0) {
			return false;
		}
		this.room = pieceLength;
		return true;
	}
}
