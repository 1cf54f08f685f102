/** The service's numeric IDs; kept as digits since they may exceed 2^53. */
export function isApplicationId(text: string): boolean {
	return /^[1-9]\d{0,19}$/.test(text);
}
