/** The most expensive text of this length is read in a few milliseconds (UTF-16 units). */
const pieceLength = 16_384;
/** What each unit that is read, such as a line, costs beside its characters; in characters. */
const unitCost = 8;

/** Counts what is read of a text, to rest after each piece of it. */
export class Pieces {
	private room = pieceLength;

	/** @returns Whether a piece ends with what was read now. */
	ends(characters: number): boolean {
		this.room -= characters + unitCost;
		if (this.room > 0) {
			return false;
		}
		this.room = pieceLength;
		return true;
	}
}
