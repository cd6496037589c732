import type { Analytics } from '#store/analytics/open.ts'

/** The same analytics; the name of each statement that verbs send through them is added to the list. */
export const watched = ({ app, ...rest }: Analytics, names: string[]): Analytics => ({
  ...rest,
  app: {
    ...app,
    run(query, ...others) {
      names.push(query.name)
      return app.run(query, ...others)
    },
    stream(query, ...others) {
      names.push(query.name)
      return app.stream(query, ...others)
    },
  },
})
