// The script of GraphiQL's page, as it is bundled for browsers: what src/graphql/graphiql-start.ts needs, as globals.
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

Object.assign(globalThis, { GraphiQL, createElement, createFetcher: createGraphiQLFetcher, createRoot })
