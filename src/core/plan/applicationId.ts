/** Returns true if a text is a numeric application ID. IDs remain strings because they can exceed 2^53. */
export function isApplicationId(text: string): boolean {
	return /^[1-9]\d{0,19}$/.test(text);
}
