// The block with a link to the login page, or a login form (render_block_core_loginout): every viewer gets it as a reader who is
// logged out.
import { wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { said } from './words.ts'

export const logIn: BlockRenderer = ({ name, attributes }, context) => {
  const { home, siteUrl, itemPath } = context
  const origin = /^[a-z]+:\/\/[^/]+/i.exec(home)?.[0] ?? ''
  const here = origin + itemPath
  const isForm = attributes['displayLoginAsForm'] === true
  const classes = ['logged-out', ...(isForm ? ['has-login-form'] : [])]
  const leadsBack = attributes['redirectToCurrent'] !== false
  const link = `<a href="${attributeUrl(loginAddress(siteUrl, leadsBack ? here : null))}">${said(context, 'Log in')}</a>`
  return wrapped(
    name,
    attributes,
    { tag: 'div', classes },
    isForm ? formOf(loginAddress(siteUrl, null), here, context) : link,
  )
}

/** The address of the login page, which redirects to `next` afterwards. */
export function loginAddress(siteUrl: string, next: string | null): string {
  return `${siteUrl}/wp-login.php${next === null ? '' : `?redirect_to=${encodeURIComponent(next)}`}`
}

/** The login form, which redirects to `here` afterwards. */
function formOf(address: string, here: string, context: RenderContext): string {
  const { isBlockTheme } = context.theme
  return `<form name="loginform" id="loginform" action="${attributeUrl(address)}" method="post"><p class="login-username">
				<label for="user_login">${said(context, 'Username or Email Address')}</label>
				<input type="text" name="log" id="user_login" autocomplete="username" class="input" value="" size="20" />
			</p><p class="login-password">
				<label for="user_pass">${said(context, 'Password')}</label>
				<input type="password" name="pwd" id="user_pass" autocomplete="current-password" spellcheck="false" class="input" value="" size="20" />
			</p><p class="login-remember"><label><input name="rememberme" type="checkbox" id="rememberme" value="forever" /> ${said(context, 'Remember Me')}</label></p><p class="login-submit">
				<input type="submit" name="wp-submit" id="wp-submit" class="button button-primary${isBlockTheme ? ' wp-block-button__link wp-element-button' : ''}" value="${attributeText(said(context, 'Log In'))}" />
				<input type="hidden" name="redirect_to" value="${attributeText(here)}" />
			</p></form>`
}
