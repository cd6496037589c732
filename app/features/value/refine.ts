export { narrowing as refining } from '#gnql/term.ts'
