export type FilterFault = 'noField' | 'notClosed' | 'noValue' | 'number' | 'time' | 'expression' | 'or' | 'negation';
