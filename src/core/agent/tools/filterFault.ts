/** Why a term of a filter cannot be read. */
export type FilterFault =
	| 'noField'
	| 'notClosed'
	| 'noValue'
	| 'number'
	| 'time'
	| 'expression'
	/** Someone wrote OR. */
	| 'or'
	| 'negation';
